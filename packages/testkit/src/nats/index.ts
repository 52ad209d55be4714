// The exports of the real server of NATS for tests.
export * from './nats-server.ts';
