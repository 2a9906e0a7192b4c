import type { Finding } from '@greenwave/controller/checks/finding'

/**
 * Returns a key that distinguishes findings. A finding with other values has another key, except for a time that is far
 * off, because its distance changes continually.
 */
export function findingKey({ code, field, params }: Finding): string {
  return code === 'timeFarFromServer' ? code : `${code} ${field} ${JSON.stringify(params)}`
}
