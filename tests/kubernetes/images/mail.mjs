// Replaces the image axllent/mailpit where no image can be pulled: takes every mail on port 1025, and gives the newest one at
// http://…:8025/api/v1/message/latest/raw, as Mailpit does.
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

let newest = '';

createServer((socket) => {
  const say = (line) => socket.write(`${line}\r\n`);
  let mail;
  const lines = createInterface({ input: socket });
  // A probe resets its connection, which both report as an error.
  for (const emitter of [socket, lines]) emitter.on('error', () => {});
  say('220 mail');
  lines.on('line', (line) => {
    if (mail) {
      if (line !== '.') return void mail.push(line.replace(/^\./, ''));
      newest = mail.join('\r\n');
      mail = undefined;
      return void say('250 OK');
    }
    if (/^DATA/i.test(line)) {
      mail = [];
      say('354 Go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n');
    else say('250 OK');
  });
}).listen(1025, '0.0.0.0');

createHttpServer((_, response) => response.end(newest)).listen(8025, '0.0.0.0');
