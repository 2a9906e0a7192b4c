/**
 * @file A ThingsBoard cluster on paper. Nothing here was measured: it is in proportion to an example that ThingsBoard
 * publishes, a million trackers that send five values a minute
 * (https://thingsboard.io/docs/reference/iot-platform-deployment-scenarios, "1 Million Smart Trackers"), with the prices
 * of that page, or a guess where it says so.
 */
import { type City, demandOf } from './demand.ts'

/** What is stored of the lamps: each value, or only the records of the watcher. */
export type Stored = 'every second' | 'records'

/** A part of a cluster. */
export interface ClusterPart {
  readonly part: string
  readonly count: number
  /** Of one, US dollars a month. */
  readonly price: number
  readonly because: string
  readonly isGuess: boolean
}

/** The example's parts and prices. A message has five values, each a row; a row takes 20 bytes, three times. */
const EXAMPLE = { messages: 16_667, values: 83_335, transports: 8, nodes: 15, cassandra: 15, brokers: 3 }
const PRICES = { large: 40, xlarge: 73, broker: 207, postgres: 220, redis: 100, terabyte: 100 }
const BYTES_OF_VALUE = 20
const REPLICAS = 3
const VALUES_OF_MESSAGE = 15
const DAY_S = 86_400

/** Junctions of a share of the watcher, for which it was measured. */
export const JUNCTIONS_OF_SHARE = 5000

/** Returns the parts of a cluster that carries a city. */
export function clusterFor(city: City, stored: Stored): readonly ClusterPart[] {
  const messages = city.junctions
  const values = messages * VALUES_OF_MESSAGE
  const ofMessages = (count: number): number => Math.max(2, Math.ceil((count * messages) / EXAMPLE.messages))
  const isAll = stored === 'every second'
  const lampsTb = isAll ? (values * DAY_S * city.lampDays * BYTES_OF_VALUE * REPLICAS) / 1e12 : 0
  const recordsTb = (demandOf({ ...city, lampDays: 0 }).diskGb * REPLICAS) / 1000
  const scaled = (part: string, count: number, price: number, because: string): ClusterPart => ({
    ...{ part, count, price, because, isGuess: false },
  })
  const guess = (part: string, count: number, price: number, because: string): ClusterPart => ({
    ...{ part, count, price, because, isGuess: true },
  })
  const store = isAll
    ? scaled(
        ...(['Cassandra, c5.xlarge', Math.ceil((EXAMPLE.cassandra * values) / EXAMPLE.values), PRICES.xlarge] as const),
        `${thousands(values)} values/s, each a row`,
      )
    : guess('TimescaleDB, db.m5.large twice', 1, PRICES.postgres, 'records only: some 100 rows/s')
  return [
    scaled(
      'MQTT transport, c5.large',
      ofMessages(EXAMPLE.transports),
      PRICES.large,
      `${thousands(messages)} messages/s`,
    ),
    guess(
      ...(['ThingsBoard node, c5.xlarge', ofMessages(EXAMPLE.nodes), PRICES.xlarge] as const),
      `${thousands(messages)} messages/s through the rule chain; by values it would be ${Math.ceil((EXAMPLE.nodes * values) / EXAMPLE.values)}`,
    ),
    scaled(
      'Kafka broker, kafka.m5.large',
      ofMessages(EXAMPLE.brokers),
      PRICES.broker,
      `${thousands(messages)} messages/s`,
    ),
    store,
    scaled('PostgreSQL for entities, db.m5.large twice', 1, PRICES.postgres, 'as in the example'),
    scaled('Zookeeper and JS executors, c5.xlarge', 3, 80, 'as in the example'),
    scaled('Redis, cache.m5.large', 2, PRICES.redis, 'as in the example'),
    guess(
      ...(['disk, TB', Math.ceil(lampsTb + recordsTb), PRICES.terabyte] as const),
      isAll
        ? `${city.lampDays} days of ${BYTES_OF_VALUE} bytes a value and ${city.recordDays} days of records, three times`
        : `${city.recordDays} days of records as large as here, three times`,
    ),
    guess('proxy in front (HAProxy), c5.large', 2, PRICES.large, 'two, so that one may fail'),
    guess('Greenwave `serve`, c5.large', 2, PRICES.large, `${city.consoles} consoles; two, so that one may fail`),
    guess(
      ...(['Greenwave `watch`, c5.large', Math.ceil(city.watchers / 4), PRICES.large] as const),
      `${city.watchers} shares, four on a machine`,
    ),
  ]
}

/** Returns the dollars a month of all parts. */
export function monthlyPrice(parts: readonly ClusterPart[]): number {
  return parts.reduce((sum, { count, price }) => sum + count * price, 0)
}

function thousands(count: number): string {
  return count.toLocaleString('en')
}
