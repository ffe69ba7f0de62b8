FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY rolldown.config.mjs tsconfig.json ./
COPY build build
COPY src src
COPY inspector inspector
RUN node build/build.mjs --image
COPY ledger-fixtures/default ledger-fixtures/default
COPY program-binaries program-binaries
# compiled code is kept for a Node and a path: those of the image
ENV NODE_COMPILE_CACHE=/app/compile-cache
RUN mkdir compile-cache && chown node compile-cache
# the native code of LiteSVM for this platform; the bundle holds all else that it needs
RUN mkdir native && cp -r node_modules/litesvm-linux-*-gnu native
USER node
RUN node build/warmUp.mjs

FROM node:24-slim
# set-ups that are made for an image of root write below its home
RUN chmod 0777 /root
WORKDIR /app
COPY package.json LICENSE docker-entrypoint.sh docker-health.mjs ./
COPY docker-test-validator.sh /usr/local/bin/solana-test-validator
COPY ledger-fixtures/default ledger-fixtures/default
COPY program-binaries program-binaries
COPY --from=build /app/dist dist
COPY --from=build /app/native node_modules
COPY --from=build /app/compile-cache compile-cache
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/compile-cache STILLNODE_HOST=0.0.0.0 STILLNODE_CONTROL=on
USER node
EXPOSE 8899 8900
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s CMD ["node", "/app/docker-health.mjs"]
ENTRYPOINT ["/app/docker-entrypoint.sh"]
