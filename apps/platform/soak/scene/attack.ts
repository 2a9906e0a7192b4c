/**
 * The attacked platform, as anybody on its network sees it. Plain data, so that it can be posted to the attack's
 * thread.
 */
export interface Target {
  readonly url: string
  readonly mqttUrl: string
  /** The tenant administrator, who prepares the scene. */
  readonly admin: { readonly email: string; readonly password: string }
}

/** How an attack runs. */
export interface AttackOptions {
  readonly seconds: number
  /** Multiplies the number of attackers and what they ask for; default 1. */
  readonly scale?: number
  /** Called when the scene is prepared and the attack begins. */
  readonly onPrepared?: () => void
}

/** The counts of an attack, by name. */
export type Counts = Record<string, number>

/** Prepares a scene, attacks for some seconds and resolves with what it counted. */
export type Attack = (target: Target, options: AttackOptions) => Promise<Counts>

/** Begins the attack. Returns when it ends, in terms of `performance.now()`, milliseconds. */
export function beginAttack({ seconds, onPrepared }: AttackOptions): number {
  onPrepared?.()
  return performance.now() + seconds * 1000
}

/** Returns a number of attackers or requests multiplied by the scale; at least one. */
export function scaled(count: number, { scale = 1 }: AttackOptions): number {
  return Math.max(1, Math.round(count * scale))
}
