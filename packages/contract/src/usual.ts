/**
 * @file Quick checks of parsed JSON. Where thousands of messages or a long history are read, a schema takes several
 * times as long as everything else; whatever such a check does not know is left to the schema.
 */

/** Returns whether a value is an object as JSON has it. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Returns whether all members of an object are as they should be. */
export function everyMember(object: Readonly<Record<string, unknown>>, isRight: (member: unknown) => boolean): boolean {
  for (const key in object) if (!isRight(object[key])) return false
  return true
}
