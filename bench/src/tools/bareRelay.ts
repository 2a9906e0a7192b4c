/**
 * @file The baseline of live frames: a bare `ws` server that passes each message to the sockets that watch its device.
 */
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

const watchers = new Map<number, Set<WebSocket>>()
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })

server.on('connection', (socket, request) => {
  const url = new URL(request.url ?? '/', 'ws://relay')
  if (url.pathname === '/publish') {
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      const { device } = JSON.parse(text) as { device: number }
      for (const watcher of watchers.get(device) ?? []) watcher.send(text)
    })
    return
  }
  const from = Number(url.searchParams.get('from'))
  for (let device = from; device < from + Number(url.searchParams.get('count')); device++) {
    const set = watchers.get(device) ?? new Set()
    set.add(socket)
    watchers.set(device, set)
  }
})
server.on('listening', () => process.send?.((server.address() as AddressInfo).port))
