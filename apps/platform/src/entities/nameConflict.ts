import { randomBytes } from 'node:crypto'
import { badRequest } from '../access/refusal.ts'

/**
 * Returns a free name: the name itself, or with policy `UNIQUIFY` the name with a suffix. Throws a Refusal when the
 * name is taken and the policy is `FAIL`, the default, or when the policy is unknown.
 * @param taken message of the refusal of a taken name
 */
export function uniquified(
  name: string,
  policy: string | undefined,
  isTaken: (name: string) => boolean,
  taken: string,
): string {
  if (policy !== undefined && policy !== '' && policy !== 'FAIL' && policy !== 'UNIQUIFY') {
    throw badRequest(`Unsupported name conflict policy '${policy}'. Only 'FAIL', 'UNIQUIFY' are allowed.`)
  }
  if (!isTaken(name)) return name
  if (policy !== 'UNIQUIFY') throw badRequest(taken)
  const suffixed = (): string => `${name.slice(0, 240)}_${randomBytes(4).toString('hex')}`
  let candidate = suffixed()
  while (isTaken(candidate)) candidate = suffixed()
  return candidate
}
