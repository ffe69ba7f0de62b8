import { AbstractStartedContainer, GenericContainer, Wait } from 'testcontainers';

const PORT = 8899;

/** The image: `docker build -t stillnode .` in a clone makes it. Without fixtures it serves the sample ledger. */
export class StillnodeContainer extends GenericContainer {
  constructor(image = 'stillnode') {
    super(image);
    this.withExposedPorts(PORT)
      .withCommand(['--dialect', 'agave', '--auto-fork'])
      .withWaitStrategy(Wait.forHttp('/health', PORT));
  }

  withFixtures(folder: string): this {
    return this.withCopyDirectoriesToContainer([{ source: folder, target: '/ledger' }]);
  }

  override async start(): Promise<StartedStillnodeContainer> {
    return new StartedStillnodeContainer(await super.start());
  }
}

export class StartedStillnodeContainer extends AbstractStartedContainer {
  /** WebSockets are at the same port. */
  get url(): string {
    return `http://${this.getHost()}:${this.getMappedPort(PORT)}`;
  }

  get wsUrl(): string {
    return this.url.replace('http', 'ws');
  }
}
