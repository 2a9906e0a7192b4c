/** @file A mail server for tests: keeps what it takes, and refuses what it is told to refuse. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message as it arrived. */
export interface Mail {
  readonly to: string
  /** Header and body as sent, without the soft line breaks of quoted-printable. */
  readonly raw: string
  /** The subject, decoded. */
  readonly subject: string
}

/** A mail server on the loopback address. */
export class MailServer {
  readonly mails: Mail[] = []
  /** Addresses that it does not take messages for. */
  readonly unknown = new Set<string>()
  readonly #server: SMTPServer
  #port = 0

  private constructor(password: string | undefined) {
    this.#server = new SMTPServer({
      ...{
        authOptional: password === undefined,
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        logger: false,
      },
      onAuth: (auth, _session, done) => {
        if (auth.password === password) done(null, { user: auth.username })
        else done(new Error('Invalid username or password'))
      },
      onRcptTo: ({ address }, _session, done) => {
        done(this.unknown.has(address) ? Object.assign(new Error('No such user here'), { responseCode: 550 }) : null)
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const [header = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
          const raw = [header, ...body.map((part) => part.replaceAll('=\r\n', ''))].join('\r\n\r\n')
          for (const { address } of envelope.rcptTo) this.mails.push({ to: address, raw, subject: subjectOf(raw) })
          done()
        })
      },
    })
  }

  /** Starts a server; with a password it wants an account. */
  static async start(password?: string): Promise<MailServer> {
    const server = new MailServer(password)
    server.#server.on('error', () => {})
    const listening = server.#server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    server.#port = (listening.address() as AddressInfo).port
    return server
  }

  get port(): number {
    return this.#port
  }

  /** Returns the subjects of the messages to an address. */
  subjects(to: string): readonly string[] {
    return this.mails.filter((mail) => mail.to === to).map(({ subject }) => subject)
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}

function subjectOf(raw: string): string {
  const folded = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? ''
  const words = folded.replace(/\r\n[ \t]/g, ' ').replace(/\?=\s+=\?/g, '?==?')
  return words.replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString('utf8')
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('utf8'),
  )
}
