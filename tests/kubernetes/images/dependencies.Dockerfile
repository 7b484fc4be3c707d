# What services depend on. The context is the package.json of every workspace, so that a change of sources installs nothing.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
