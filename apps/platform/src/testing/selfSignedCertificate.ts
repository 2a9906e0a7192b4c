/**
 * @file Creates a certificate for tests, so that the repository contains no private key. DER as in RFC 5280, wrapped in
 * PEM.
 */
import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const header = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...header]), body])
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value))
const utcTime = (year: number): Buffer => text(0x17, `${String(year % 100).padStart(2, '0')}0101000000Z`)

/** ecdsa-with-SHA256, commonName, subjectAltName. */
const ALGORITHM = der(SEQUENCE, der(0x06, hex('2a8648ce3d040302')))
const COMMON_NAME = der(0x06, hex('550403'))
const ALT_NAME = der(0x06, hex('551d11'))

/** Returns a self-signed certificate for `localhost` and 127.0.0.1 with its key, both PEM. */
export function selfSignedCertificate(): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, text(0x0c, 'localhost'))))
  const names = der(SEQUENCE, text(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])))
  const toBeSigned = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ALGORITHM,
    name,
    der(SEQUENCE, utcTime(2020), utcTime(2049)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, ALT_NAME, der(0x04, names)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey))
  const certificate = der(SEQUENCE, toBeSigned, ALGORITHM, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
