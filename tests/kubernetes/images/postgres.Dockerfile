# docker build -f tests/kubernetes/images/postgres.Dockerfile -t postgres:18 <folder with postgres.mjs and native/>
FROM node:24-slim
COPY native /postgres
COPY postgres.mjs /postgres.mjs
RUN mkdir -p /var/lib/postgresql/data && chown -R 1000:1000 /var/lib/postgresql && chmod 700 /var/lib/postgresql/data \
  && sh -c 'cd /postgres/lib && for l in *.so.*.*; do s=${l%.*}; [ -e "$s" ] || ln -s "$l" "$s"; done; true'
USER 1000
ENTRYPOINT ["node", "/postgres.mjs"]
