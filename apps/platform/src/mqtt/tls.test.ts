import { systemOfTests } from '@greenwave/harness/ofTest'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDevice } from '../testing/makeDevice.ts'
import { dialDevice, dialDeviceTls } from '../testing/rawDevice.ts'
import { selfSignedCertificate } from '../testing/selfSignedCertificate.ts'
import { startGateway } from '../testing/startGateway.ts'
import { startPlatform } from '../testing/startPlatform.ts'

const certificate = selfSignedCertificate()
const system = systemOfTests(await startGateway())
const tlsPort = await system.gateway.listenTls({ host: '127.0.0.1', port: 0, ...certificate })

test.each([4, 5] as const)(
  'version %i: a device speaks over TLS as over the plain port [contract 10.1]',
  async (version) => {
    const made = makeDevice(system.store)
    const device = await dialDeviceTls(tlsPort, certificate.cert, version)
    await device.connect({ username: made.userName, password: Buffer.from(made.password) })
    device.publish('v1/devices/me/telemetry', { T_D1: 5 })
    await device.next('puback')
    expect(system.store.data.latest(made.id).get('T_D1')?.value).toBe(5)
  },
)

test('a device that trusts another certificate does not connect', async () => {
  await expect(dialDeviceTls(tlsPort, selfSignedCertificate().cert)).rejects.toThrow(/certificate/)
})

test('what speaks no TLS on that port is closed and disturbs nobody', async () => {
  const plain = await dialDevice(tlsPort)
  await expect(plain.connect()).rejects.toThrow('ended')
  const device = await dialDeviceTls(tlsPort, certificate.cert)
  device.end()
})

test('a platform whose plain port is switched off takes devices over TLS alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-tls-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, certificate.cert)
  writeFileSync(keyFile, certificate.key)
  const platform = await startPlatform({ mqttPort: undefined, tls: { port: 0, certFile, keyFile } })
  try {
    expect(platform.mqttUrl).toMatch(/^mqtts:/)
    expect(platform.mqttsUrl).toBe(platform.mqttUrl)
    const device = await dialDeviceTls(Number(new URL(platform.mqttUrl).port), certificate.cert)
    expect(await device.connect({ username: 'nobody' })).toMatchObject({ returnCode: 5 })
  } finally {
    await platform.close()
    rmSync(folder, { recursive: true })
  }
})
