import type { Finding } from '@greenwave/controller/checks/finding'

/** Tells findings apart: the same one with other values is another one, but for a time, whose distance grows by itself. */
export function findingKey({ code, field, params }: Finding): string {
  return code === 'timeFarFromServer' ? code : `${code} ${field} ${JSON.stringify(params)}`
}
