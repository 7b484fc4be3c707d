# A stand-in for the image postgres:18 where no image can be pulled (--stand-ins of buildImages.ts). The context has postgres.mjs
# and `native`, the folder of the embedded npm package.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
COPY native /postgres
COPY postgres.mjs /postgres.mjs
RUN mkdir -p /var/lib/postgresql/data && chown -R 1000:1000 /var/lib/postgresql && chmod 700 /var/lib/postgresql/data
USER 1000
ENTRYPOINT ["node", "/postgres.mjs"]
