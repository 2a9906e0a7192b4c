import type { DatabaseSync } from 'node:sqlite'
import { orderKey } from './textOrder.ts'

/** Gives SQL the function `order_key`, for texts without a column that orders them (textOrder.ts). */
export function provideOrderKey(db: DatabaseSync): void {
  db.function('order_key', { deterministic: true }, (text) => (typeof text === 'string' ? orderKey(text) : null))
}
