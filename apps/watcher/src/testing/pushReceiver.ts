/** @file A push service with browsers, for tests: decrypts what arrives (RFC 8291), as a browser does. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushSubscriptionRow } from '@greenwave/contract/records/notify'

/** A message as a browser gets it, with the header that says who sent it. */
export interface Pushed {
  readonly browser: string
  readonly payload: unknown
  readonly authorization: string
}

/** Push service and browsers on the loopback address. */
export class PushReceiver {
  readonly pushed: Pushed[] = []
  /** Statuses that are answered for a browser in place of 201. */
  readonly statuses = new Map<string, number>()
  readonly #browsers = new Map<string, { readonly pair: ReturnType<typeof createECDH>; readonly auth: Buffer }>()
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#take(request).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(400).end(),
      )
    })
  }

  static async start(): Promise<PushReceiver> {
    const receiver = new PushReceiver()
    await once(receiver.#server.listen(0, '127.0.0.1'), 'listening')
    return receiver
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Returns the subscription of a new browser. */
  subscribe(browser: string): PushSubscriptionRow {
    const pair = createECDH('prime256v1')
    const auth = randomBytes(16)
    this.#browsers.set(browser, { pair, auth })
    return {
      endpoint: `${this.origin}/${browser}`,
      p256dh: pair.generateKeys('base64url'),
      auth: auth.toString('base64url'),
      ...{ label: browser, at: Date.now() },
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #take(request: IncomingMessage): Promise<number> {
    const browser = (request.url ?? '').slice(1)
    const body = Buffer.concat(await request.toArray())
    const status = this.statuses.get(browser) ?? 201
    if (status === 201) {
      const payload: unknown = JSON.parse(this.#decrypt(browser, body))
      this.pushed.push({ browser, payload, authorization: request.headers.authorization ?? '' })
    }
    return status
  }

  #decrypt(browser: string, body: Buffer): string {
    const known = this.#browsers.get(browser)
    if (!known) throw new Error(`no browser ${browser}`)
    const { pair, auth } = known
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const senderKey = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
    const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
    const cipher = createDecipheriv('aes-128-gcm', key, nonce)
    cipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
  }
}
