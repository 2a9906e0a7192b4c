/** The watchers of an embedded platform, one for each tenant: started with it, started again when they end. */

import { randomUUID } from 'node:crypto'
import { keepWatcher } from '@greenwave/client/program/keptWatcher'
import type { Running } from '@greenwave/client/program/lifetime'
import type { FastifyBaseLogger } from 'fastify'
import { pushKeyOf } from '../access/pushKey.ts'
import type { Platform } from '../start/platform.ts'
import type { Settings } from '../start/settings.ts'

/** Name of the watcher in reports of what does not work. */
const PART = 'the watcher'

/** Starts the watchers of a platform, unless its settings switch them off. */
export function startOwnWatchers(platform: Platform, settings: Settings, log: FastifyBaseLogger): Running {
  const tenants = settings.watcher ? platform.store.tenants.all() : []
  const watchers = tenants.map(({ id }) => superviseWatcher(platform, id, settings, log))
  return {
    async close() {
      await Promise.all(watchers.map((watcher) => watcher.close()))
    },
  }
}

function superviseWatcher(
  { url, access, store, readiness }: Platform,
  tenantId: string,
  settings: Settings,
  log: FastifyBaseLogger,
): Running {
  // A watcher that replaces an ended one has its name, and so may go on sending at once.
  const name = randomUUID()
  return keepWatcher(['--url', reachable(url), '--service', name, '--log-level', settings.logLevel], {
    stdin: 'ignore',
    environment: notifierEnvironment(settings, pushKeyOf(store.signingKey)),
    onStandstill(seconds) {
      log.error({ seconds }, 'The watcher stands still, and is killed and replaced')
      readiness.report(PART, { text: `has stood still for ${seconds} s, and is being replaced`, isBlocking: false })
    },
    onAlive: () => readiness.report(PART, undefined),
    onMessage(message, answer) {
      if (!isTokenRequest(message)) return
      access.tokens.issueToWatcher(tenantId).then(
        (token) => answer({ token }),
        (error: unknown) => log.error({ err: error }, 'the watcher got no token'),
      )
    },
    onEnded(why, pauseS) {
      readiness.report(PART, { text: 'does not run, and is being started again: see the log', isBlocking: false })
      log.error(`Watcher ${why}; restarting in ${pauseS} s. Junctions are not checked until then`)
    },
  })
}

/** Returns the settings of notifications as the environment of a watcher: no list of processes shows that. */
function notifierEnvironment({ mail, pushHosts, publicUrl, console: brand }: Settings, pushKey: string) {
  // Without a contact for push services there is no web push.
  const hasContact = mail !== undefined || publicUrl?.startsWith('https:')
  return {
    GREENWAVE_SMTP_URL: mail?.url,
    GREENWAVE_SMTP_FROM: mail?.from,
    GREENWAVE_PUSH_KEY: hasContact ? pushKey : undefined,
    GREENWAVE_PUSH_HOSTS: pushHosts,
    GREENWAVE_PUBLIC_URL: publicUrl,
    GREENWAVE_PRODUCT_NAME: brand.productName,
    GREENWAVE_TIME_ZONE: brand.timeZone,
  }
}

function isTokenRequest(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'ask' in message && message.ask === 'token'
}

/** Returns the address by which this machine reaches a server that may listen on all of its addresses. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}
