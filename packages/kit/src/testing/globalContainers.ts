import { freePort } from '@rotamer/neighbours/freePort.ts';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import type { TestProject } from 'vitest/node';

const PASSWORD = 'of this test run alone';

/** Images of deploy/compose.yaml, so that tests run what compose runs. */
const images = { postgres: 'postgres:18', kafka: 'apache/kafka:4.1.0', s3: 'versity/versitygw:v1.8.0' };

const started: StartedTestContainer[] = [];

/** Starts PostgreSQL, Kafka and an S3 server as containers for the tests of the drivers. They are removed after the run. */
export async function setup(project: TestProject): Promise<void> {
  const [postgres, kafka, s3] = await Promise.all([startPostgres(), startKafka(), startS3()]);
  project.provide('postgresUrl', postgres);
  project.provide('testDatabasePrefix', 'test_');
  project.provide('kafkaBrokers', kafka);
  project.provide('s3', { s3Endpoint: s3, s3AccessKeyId: 'rotamer', s3SecretAccessKey: PASSWORD });
}

export async function teardown(): Promise<void> {
  await Promise.all(started.map((container) => container.stop()));
}

async function start(container: GenericContainer): Promise<StartedTestContainer> {
  const running = await container.withStartupTimeout(120_000).start();
  started.push(running);
  return running;
}

async function startPostgres(): Promise<string> {
  const container = await start(
    new GenericContainer(images.postgres)
      .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
      .withExposedPorts(5432)
      .withTmpFs({ '/var/lib/postgresql': 'rw' })
      // The first message comes from the initialisation scripts of the image.
      .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2)),
  );
  return `postgres://postgres:${encodeURIComponent(PASSWORD)}@${hostAndPort(container, 5432)}/postgres`;
}

/** Starts Kafka. A broker sends its address to its clients, so the public port must be known before the start. */
async function startKafka(): Promise<string> {
  const port = await freePort();
  await start(
    new GenericContainer(images.kafka)
      .withEnvironment({
        KAFKA_NODE_ID: '1',
        KAFKA_PROCESS_ROLES: 'broker,controller',
        KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
        KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
        KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
        KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
        KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
        KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
        KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      })
      .withExposedPorts({ container: 9092, host: port })
      .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/)),
  );
  return `127.0.0.1:${port}`;
}

async function startS3(): Promise<string> {
  const container = await start(
    new GenericContainer(images.s3)
      .withEnvironment({ ROOT_ACCESS_KEY: 'rotamer', ROOT_SECRET_KEY: PASSWORD })
      .withCommand(['--port', ':7070', '--health', '/health', 'posix', '/tmp'])
      .withExposedPorts(7070)
      .withWaitStrategy(Wait.forHttp('/health', 7070)),
  );
  return `http://${hostAndPort(container, 7070)}`;
}

function hostAndPort(container: StartedTestContainer, port: number): string {
  return `${container.getHost()}:${container.getMappedPort(port)}`;
}
