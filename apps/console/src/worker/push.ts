/** @file Shows web push, and opens what it is about. */

interface Message {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly path: string
  readonly urgent: boolean
}

const STANDARD: Message = { title: 'Greenwave', body: '', tag: 'gw', path: '/', urgent: false }

/** Answers the push service of the browser in a worker. */
export function answerPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const { title, body, tag, path, urgent } = parsePush(event.data, worker.location.origin)
    const options = { body, tag, data: { path }, icon: '/favicon.svg', requireInteraction: urgent, renotify: true }
    event.waitUntil(worker.registration.showNotification(title, options))
  })
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event
    notification.close()
    const { path = '/' } = Object(notification.data) as { path?: string }
    event.waitUntil(open(worker, path))
  })
}

/** Returns the message; browsers want every push shown, also one that cannot be read. */
function parsePush(data: PushMessageData | null, origin: string): Message {
  try {
    const { title, body, tag, path, urgent } = Object(data?.json()) as Partial<Record<keyof Message, unknown>>
    // Only addresses of the console itself are opened.
    const isOwn = typeof path === 'string' && new URL(path, origin).origin === origin
    return {
      title: textOr(title, STANDARD.title),
      body: textOr(body, ''),
      tag: textOr(tag, STANDARD.tag),
      path: isOwn ? path : '/',
      urgent: urgent === true,
    }
  } catch {
    return STANDARD
  }
}

const textOr = (value: unknown, standard: string) => (typeof value === 'string' && value !== '' ? value : standard)

/** Opens an address in a console that is open already, else in a new one. */
async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<unknown> {
  const address = new URL(path, worker.location.origin).href
  const [client] = await worker.clients.matchAll({ type: 'window' })
  if (!client) return worker.clients.openWindow(address)
  await client.focus()
  return client.navigate(address)
}
