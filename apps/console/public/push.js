/**
 * The service worker of the console: shows web push, and opens what it is about. It keeps no files and answers no
 * requests, so that a new release needs nothing of it.
 */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, tag, path, urgent } = messageOf(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      data: { path },
      icon: '/favicon.svg',
      requireInteraction: urgent,
      renotify: true,
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/'))
})

/** Returns the message; browsers want every push shown, also one that cannot be read. */
function messageOf(data) {
  const standard = { title: 'Greenwave', body: '', tag: 'gw', path: '/', urgent: false }
  try {
    const { title, body, tag, path, urgent } = data.json()
    // Only addresses of the console itself are opened.
    const isOwn = typeof path === 'string' && new URL(path, self.location.origin).origin === self.location.origin
    return {
      title: String(title || standard.title),
      body: String(body ?? ''),
      tag: String(tag || standard.tag),
      path: isOwn ? path : '/',
      urgent: urgent === true,
    }
  } catch {
    return standard
  }
}

/** Opens an address in a console that is open already, else in a new one. */
async function open(path) {
  const address = new URL(path, self.location.origin).href
  const [client] = await self.clients.matchAll({ type: 'window' })
  if (!client) return self.clients.openWindow(address)
  await client.focus()
  return client.navigate(address)
}
