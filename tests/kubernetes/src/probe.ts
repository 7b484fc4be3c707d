import { services } from '@rotamer/deploy/services.ts';
import { inPod, listed, podsOf } from './cluster.ts';

/** An address to connect to, and its name. */
export interface Target {
  name: string;
  host: string;
  port: number;
}

/** Returns everything that a pod might reach, by address: the services' ports, the neighbours and the API server. */
export async function targets(): Promise<Target[]> {
  const found: Target[] = [];
  for (const { name, grpc, http } of services) {
    const [pod] = await podsOf(name);
    if (grpc) found.push({ name, host: pod!.status.podIP, port: 9000 });
    if (http) found.push({ name: `${name}-http`, host: pod!.status.podIP, port: 8080 });
  }
  for (const [app, port] of [
    ['postgres', 5432],
    ['s3', 7070],
    ['mail', 1025],
  ] as const) {
    const [pod] = await listed('pods', 'rotamer-neighbours', `app=${app}`);
    found.push({ name: app, host: pod!.status.podIP, port });
  }
  return found;
}

/**
 * Returns the names of the targets that a pod reaches. A target that refuses the connection counts as reached; a target
 * behind a policy does not respond.
 */
export async function reachedFrom(pod: string, all: Target[], where?: string): Promise<string[]> {
  const code = `const net=require('net');Promise.all(${JSON.stringify(all)}.map(({name,host,port})=>new Promise((done)=>{
    const socket=net.connect({host,port,timeout:3000});
    socket.on('connect',()=>{socket.destroy();done(name)});
    socket.on('error',(error)=>done(error.code==='ECONNREFUSED'?name:undefined));
    socket.on('timeout',()=>{socket.destroy();done(undefined)});
  }))).then((names)=>console.log(JSON.stringify(names.filter(Boolean))))`;
  return JSON.parse(await inPod(pod, code, where));
}
