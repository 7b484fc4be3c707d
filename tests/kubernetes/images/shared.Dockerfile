# One image for all services, for tests where building each would take too long: the stage `bundles` of deploy/Dockerfile,
# the sources as they are now, and bubblewrap. It is tagged with the name of each service.
FROM rotamer/bundles:dev
WORKDIR /app
RUN command -v bwrap || (apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*)
COPY . .
RUN rm -rf bundles && node deploy/bundle/src/write.ts bundles
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=4
USER 1000
CMD ["sh", "-c", "exec node bundles/services/$SERVICE/src/main.js"]
