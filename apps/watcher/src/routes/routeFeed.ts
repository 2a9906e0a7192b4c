/** @file Follows over the live connection what concerns routes: runs, orders of people, positions of vehicles. */
import type { LiveConnection, Subscription } from '@greenwave/client/liveConnection'
import { ORDER_KEY, POSITION_KEY, RUN_KEY } from '@greenwave/contract/records/routes'
import type { TimedValue } from '@greenwave/controller/timedValue'

/** Content of a frame about a route. */
export interface RouteNews {
  readonly run?: unknown
  readonly orders: readonly TimedValue[]
  readonly positions: readonly TimedValue[]
}

/** Follows routes; the first frame of each follows every reconnect. */
export class RouteFeed {
  readonly #open: () => LiveConnection
  readonly #onNews: (assetId: string, news: RouteNews) => void
  readonly #followed = new Map<string, (() => void)[]>()
  #connection: LiveConnection | undefined

  constructor(open: () => LiveConnection, onNews: (assetId: string, news: RouteNews) => void) {
    this.#open = open
    this.#onNews = onNews
  }

  /** Follows these routes and no others. Without any no connection is open. */
  follow(assetIds: Iterable<string>): void {
    const wanted = new Set(assetIds)
    for (const [id, ends] of this.#followed) {
      if (wanted.has(id)) continue
      for (const end of ends) end()
      this.#followed.delete(id)
    }
    for (const id of wanted) {
      if (this.#followed.has(id)) continue
      this.#followed.set(id, [])
      this.#subscribe(id)
    }
    if (this.#followed.size > 0) this.#connect()
  }

  /** Disconnects. */
  stop(): void {
    this.#followed.clear()
    this.#connection?.disconnect()
  }

  #connect(): void {
    if (this.#connection) return
    this.#connection = this.#open()
    this.#connection.onState(({ kind }) => {
      // Subscriptions end with their socket.
      if (kind === 'live') for (const id of this.#followed.keys()) this.#subscribe(id)
    })
    for (const id of this.#followed.keys()) this.#subscribe(id)
  }

  #subscribe(id: string): void {
    const asset = { entityType: 'ASSET', entityId: id } as const
    const commands: readonly Subscription[] = [
      { ...asset, type: 'ATTRIBUTES', scope: 'SERVER_SCOPE', keys: RUN_KEY },
      { ...asset, type: 'TIMESERIES', scope: 'LATEST_TELEMETRY', keys: `${ORDER_KEY},${POSITION_KEY}` },
    ]
    const ends = commands.flatMap(
      (command) => this.#connection?.subscribe(command, ({ data }) => this.#onNews(id, newsIn(data ?? {}))) ?? [],
    )
    if (ends.length > 0) this.#followed.set(id, ends)
  }
}

function newsIn(data: Readonly<Record<string, readonly (readonly [number, unknown])[]>>): RouteNews {
  const valuesOf = (key: string) => (data[key] ?? []).map(([ts, value]): TimedValue => ({ ts, value }))
  const [run] = valuesOf(RUN_KEY)
  return { ...(run && { run: run.value }), orders: valuesOf(ORDER_KEY), positions: valuesOf(POSITION_KEY) }
}
