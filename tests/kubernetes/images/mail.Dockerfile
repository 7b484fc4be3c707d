# A stand-in for the image axllent/mailpit where no image can be pulled (--stand-ins of buildImages.ts). The context has mail.mjs.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
COPY mail.mjs /mail.mjs
USER 1000
ENTRYPOINT ["node", "/mail.mjs"]
