// The peer of every HTTP figure: the least that fastify can do.

import { fastify } from 'fastify';
import { answerParent } from '../child.ts';

const app = fastify({ logger: false });
app.get('/', async () => ({ object: 'nothing' }));

answerParent(async () => app.listen({ host: '127.0.0.1', port: 0 }));
