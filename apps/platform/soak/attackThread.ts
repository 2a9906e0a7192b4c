/** @file The thread of an attack; in the main thread its load would slow down the measurements. */
import { parentPort, workerData } from 'node:worker_threads'
import { ATTACKS, type AttackName } from './attacks.ts'
import type { AttackOptions, Target } from './scene/attack.ts'

const { name, target, options } = workerData as { name: AttackName; target: Target; options: AttackOptions }
const onPrepared = (): void => parentPort?.postMessage('prepared')
parentPort?.postMessage(await ATTACKS[name](target, { ...options, onPrepared }))
parentPort?.close()
