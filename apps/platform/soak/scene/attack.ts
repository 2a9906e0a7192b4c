/** The platform that is attacked, as anybody on its network sees it; it crosses to the attack's thread as plain data. */
export interface Target {
  readonly url: string
  readonly mqttUrl: string
  /** The tenant administrator, who prepares the scene. */
  readonly admin: { readonly email: string; readonly password: string }
}

export interface AttackOptions {
  readonly seconds: number
  /** How many attackers there are, and how much they ask for, against the soak's own; 1 unless told. */
  readonly scale?: number
  /** Called when the scene is prepared and the attack begins. */
  readonly onPrepared?: () => void
}

/** What was counted, by name. */
export type Counts = Record<string, number>

/** Prepares its scene, attacks for some seconds and tells what it counted. */
export type Attack = (target: Target, options: AttackOptions) => Promise<Counts>

/** Begins the attack: tells so, and resolves with its end, in the terms of `performance.now()`. */
export function beginAttack({ seconds, onPrepared }: AttackOptions): number {
  onPrepared?.()
  return performance.now() + seconds * 1000
}

/** Returns a number of attackers, or of what they ask for, at this scale; at least one. */
export function scaled(count: number, { scale = 1 }: AttackOptions): number {
  return Math.max(1, Math.round(count * scale))
}
