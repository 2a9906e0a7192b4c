import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { runGreenwaveHere } from '../testing/greenwaveHere.ts'

test('a platform cannot command the terminal by what it answers', async () => {
  const body = JSON.stringify({ message: 'no \u001b[2J\u009b31m\rway' })
  const answer = `HTTP/1.1 401 Unauthorized\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  const platform = createServer((socket) => void socket.once('data', () => socket.end(answer)))
  await once(platform.listen(0, '127.0.0.1'), 'listening')
  try {
    const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
    const args = ['doctor', '--url', url, '--user', 'mai@signal.example']
    const { code, stderr } = await runGreenwaveHere(args, { GREENWAVE_PASSWORD: 'password' })
    expect([code, stderr]).toEqual([1, `greenwave: ${url} refused: no \uFFFD[2J\uFFFD31m\uFFFDway (401)\n`])
  } finally {
    platform.close()
  }
})
