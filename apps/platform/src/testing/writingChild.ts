/**
 * @file A process for tests, started as `writingChild.ts <data folder> <first number>`. Until it is killed it writes
 * rising numbers to a store, in every way there is, and reports each acknowledged number.
 */
import type { Asset } from '@greenwave/contract/wire/assets'
import { openStore } from '../store/openStore.ts'
import { quietLog, someAlarm, WEEK_MS } from './testEntities.ts'

/** A report of the process: this number was written in this way. */
export interface Acknowledged {
  readonly way: 'telemetry' | 'attribute' | 'device' | 'asset' | 'assetAttribute' | 'alarm'
  readonly device: number
  readonly n: number
}

const [dataDir = '', first = '0'] = process.argv.slice(2)
const store = await openStore({ dataDir, telemetryRetentionMs: WEEK_MS, settleAfterWrites: 40, log: quietLog })
const tell = (said: Acknowledged): unknown => process.send?.(said)

async function writeTo(device: number, id: string): Promise<void> {
  for (let n = Number(first); ; n += 1) {
    const saved = [
      store.data
        .saveTelemetry(id, [{ ts: n, values: { n, text: `${n}` } }])
        .then(() => tell({ way: 'telemetry', device, n })),
      store.data.saveAttributes(id, 'SHARED_SCOPE', { n }, n).then(() => tell({ way: 'attribute', device, n })),
    ]
    const found = store.devices.byId(id)
    if (found && n % 5 === 0) {
      store.devices.save({ ...found, label: String(n) })
      saved.push(store.committed().then(() => tell({ way: 'device', device, n })))
    }
    await Promise.all(saved)
  }
}

async function writeToAsset(device: number, asset: Asset): Promise<void> {
  for (let n = Number(first); ; n += 1) {
    store.assets.save({ ...asset, label: String(n) })
    await Promise.all([
      store.committed().then(() => tell({ way: 'asset', device, n })),
      store.data
        .saveAttributes(asset.id.id, 'SERVER_SCOPE', { n }, n)
        .then(() => tell({ way: 'assetAttribute', device, n })),
    ])
  }
}

/** Clears an alarm and raises the next one; its start is the number. */
async function writeAlarms(device: number, id: string): Promise<void> {
  for (let n = Number(first); ; n += 1) {
    const active = store.alarms.active(id, 'Dark')
    if (active) store.alarms.save({ ...active, cleared: true, status: 'CLEARED_UNACK', clearTs: n })
    store.alarms.add(someAlarm(store, id, { type: 'Dark', startTs: n }))
    await store.committed()
    tell({ way: 'alarm', device, n })
  }
}

process.send?.('ready')
await Promise.all(
  store.devices.allIds().flatMap(({ id, tenantId }, device) => {
    // Each device has an asset of its name.
    const asset = store.assets.byName(tenantId, id)
    return [writeTo(device, id), writeAlarms(device, id), ...(asset === undefined ? [] : [writeToAsset(device, asset)])]
  }),
)
