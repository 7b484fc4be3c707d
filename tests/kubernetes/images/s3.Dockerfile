# A stand-in for versity/versitygw where no image can be pulled (--stand-ins of buildImages.ts). The context is its program.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE}
COPY versitygw /versitygw
RUN mkdir /data
ENTRYPOINT ["/versitygw"]
