import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestPlatform, PASSWORD } from '../testing/testPlatform.ts'
import { makeFolder } from '../testing/testStore.ts'

async function startWithDisk() {
  const dataDir = makeFolder()
  const platform = await createTestPlatform({ dataDir })
  onTestFinished(() => platform.close())
  await platform.store.committed()
  const disk = new DatabaseSync(join(dataDir, 'greenwave.db'))
  onTestFinished(() => disk.close())
  return { platform, disk }
}

describe('a platform whose disk is slow', () => {
  it('answers reads and lets people in and out while a write waits for it, and acknowledges that write afterwards', async () => {
    const { platform, disk } = await startWithDisk()
    const { admin } = platform
    disk.exec('BEGIN IMMEDIATE')
    let status: number | undefined
    const saving = admin.post('/api/customer', { title: 'District 1' }).then((response) => {
      status = response.statusCode
    })
    expect((await admin.get('/api/tenant/deviceInfos?pageSize=10&page=0')).statusCode).toBe(200)
    const second = await platform.signIn(admin.email, PASSWORD)
    expect((await second.post('/api/auth/logout')).statusCode).toBe(200)
    expect((await second.get('/api/auth/user')).statusCode).toBe(401)
    expect(status).toBeUndefined()
    disk.exec('ROLLBACK')
    await saving
    expect(status).toBe(200)
  })
})

describe('a platform whose disk is full', () => {
  it('refuses what it cannot keep, shows none of it, and ends a session all the same', async () => {
    const { platform, disk } = await startWithDisk()
    const { admin } = platform
    for (const table of ['customers', 'revocations', 'audit_logs', 'user_credentials']) {
      for (const event of ['INSERT', 'UPDATE']) {
        const full = "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        disk.exec(`CREATE TRIGGER full_${table}_${event} BEFORE ${event} ON ${table} ${full}`)
      }
    }
    const refused = await admin.post('/api/customer', { title: 'District 1' })
    expect(refused.statusCode).toBe(500)
    expect(refused.json().message).toContain('The disk of the platform is full, so this was not saved')
    expect((await admin.get('/api/customers?pageSize=10&page=0')).json().totalElements).toBe(0)

    const other = await platform.signIn(admin.email, PASSWORD)
    expect((await other.post('/api/auth/logout')).statusCode).toBe(200)
    expect((await other.get('/api/auth/user')).statusCode).toBe(401)
    expect((await admin.get('/api/auth/user')).statusCode).toBe(200)
    expect(platform.logLines.some((line) => line.includes('Entities could not be written to disk'))).toBe(true)
  })
})
