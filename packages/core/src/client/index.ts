export { type AgentMuxClient, type ClientOptions, createClient } from './client.ts';
