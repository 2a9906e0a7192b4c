import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:tls'
import type { Finding } from '@greenwave/client/doctor/finding'
import { counted } from '@greenwave/contract/text'

const DAY_MS = 86_400_000
/** Certificates are renewed a month before their end; later something is wrong with the renewal. */
const SOON_DAYS = 21
const ANSWER_WITHIN_MS = 10_000

/** Evaluates the end of a certificate, epoch milliseconds. */
export function evaluateEnd(endMs: number, nowMs: number): Omit<Finding, 'check'> {
  const day = new Date(endMs).toISOString().slice(0, 10)
  const days = Math.floor((endMs - nowMs) / DAY_MS)
  if (days < 0) return { level: 'error', says: `it ended on ${day}`, fix: 'Renew it, and restart Greenwave' }
  const says = `it ends on ${day}, in ${counted(days, 'day', 'days')}`
  if (days < SOON_DAYS)
    return { level: 'warning', says, fix: 'See why it was not renewed yet; after a renewal restart Greenwave' }
  return { level: 'ok', says }
}

/** Looks at the certificate that controllers see. */
export function checkCertificateFile(file: string): Finding {
  const check = 'certificate for controllers'
  try {
    // Of a chain this is the first one, which is the server's own.
    return { check, ...evaluateEnd(Date.parse(new X509Certificate(readFileSync(file)).validTo), Date.now()) }
  } catch (error) {
    const says = `${file} cannot be read as a certificate (${errorMessage(error)})`
    return { check, level: 'error', says, fix: 'Give its chain, PEM, in GREENWAVE_TLS_CERT' }
  }
}

/** Looks at the certificate of an https address, as its callers see it. */
export async function checkCertificateOf(address: string): Promise<Finding> {
  const check = `certificate of ${address}`
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port || 443), servername: host, timeout: ANSWER_WITHIN_MS })
  try {
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    await once(socket, 'secureConnect')
    return { check, ...evaluateEnd(Date.parse(socket.getPeerCertificate().valid_to), Date.now()) }
  } catch (error) {
    const fix = 'See that the proxy in front runs, and that its certificate is for this name'
    return { check, level: 'error', says: `it cannot be checked (${errorMessage(error)})`, fix }
  } finally {
    socket.destroy()
  }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
