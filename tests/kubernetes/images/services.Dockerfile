# One image for all services: building each of deploy/Dockerfile takes long, and what differs is the program that starts.
FROM rotamer/dependencies:test
COPY . .
RUN node deploy/bundle/src/write.ts bundles
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=4
USER 1000
CMD ["sh", "-c", "exec node $MAIN"]
