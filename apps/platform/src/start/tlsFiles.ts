import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { StartRefused } from './startRefused.ts'

/** Reads a certificate chain and its key, PEM. @throws {StartRefused} if a file cannot be read, or they do not belong together */
export function readTlsFiles({ certFile, keyFile }: { certFile: string; keyFile: string }): {
  cert: string
  key: string
} {
  const read = (setting: string, file: string): string => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new StartRefused(setting, `${setting} is ${JSON.stringify(file)}: it cannot be read (${why})`, {
        cause: error,
      })
    }
  }
  const pem = { cert: read('GREENWAVE_TLS_CERT', certFile), key: read('GREENWAVE_TLS_KEY', keyFile) }
  try {
    createSecureContext(pem)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartRefused(
      'GREENWAVE_TLS_CERT',
      `GREENWAVE_TLS_CERT ${JSON.stringify(certFile)} and GREENWAVE_TLS_KEY ${JSON.stringify(keyFile)} must be a certificate and its own key in PEM (${why})`,
      { cause: error },
    )
  }
  return pem
}
