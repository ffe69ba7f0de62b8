FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY build.mjs tsconfig.json tsconfig.build.json ./
COPY build build
COPY src src
# the build starts the command once, on the sample
COPY ledger-fixtures/default ledger-fixtures/default
RUN npm run build

# the bundle holds its dependencies, so there is no node_modules here
FROM node:24-slim
WORKDIR /app
COPY package.json docker-entrypoint.sh ./
COPY ledger-fixtures/default ledger-fixtures/default
COPY --from=build /build/dist dist
ENV NODE_ENV=production STILLNODE_HOST=0.0.0.0
USER node
EXPOSE 8899
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.STILLNODE_PORT || 8899}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/docker-entrypoint.sh"]
