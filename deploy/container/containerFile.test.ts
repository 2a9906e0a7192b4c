import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContainerFile, readIgnored } from './containerFile.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the image is started without a shell, as a user by number, and says whether it is healthy', () => {
  const stages = readContainerFile(read('Dockerfile'))
  const last = stages.at(-1)
  expect(stages.map(({ name }) => name)).toEqual(['build', undefined])
  expect(last?.entrypoint.slice(0, 1)).toEqual(['node'])
  expect(last?.command).toEqual(['serve'])
  expect(last?.healthcheck).toEqual(['node', 'deploy/container/healthcheck.mjs'])
  expect(last?.steps).toContainEqual({ line: 'USER 1000:1000', kind: 'user', user: '1000:1000' })
  expect(last?.steps.find(({ kind }) => kind === 'env')).toMatchObject({ variables: { GREENWAVE_DATA_DIR: '/data' } })
})

test.each([
  ['RUN true', 'an instruction before the first stage'],
  ['FROM a\nADD x y', 'another instruction'],
  ['FROM a\nCOPY --chown=1:1 x y', 'a flag'],
  ['FROM a\nRUN ["true"]', 'another form'],
  ['FROM a\nCMD serve', 'a command that a shell reads'],
])('%j is refused: %s', (text) => {
  expect(() => readContainerFile(text)).toThrow(text.split('\n').at(-1)?.replace('CMD ', ''))
})

test('comments are left out, and lines that go on are joined', () => {
  const [stage] = readContainerFile('# one\nFROM a AS b\n# two\nENV A=1 \\\n    B=2\n')
  expect(stage).toMatchObject({ name: 'b', from: 'a', steps: [{ kind: 'env', variables: { A: '1', B: '2' } }] })
})

test('what is ignored is what git does not have, and pictures of the documentation', () => {
  const isIgnored = readIgnored(read('../../.dockerignore'))
  const ignored = [
    'node_modules/a/b.js',
    'apps/console/dist/index.html',
    'data/demo/x.db',
    '.git/HEAD',
    'docs/images/a.png',
  ]
  const kept = [
    'package-lock.json',
    'apps/platform/src/data/README.md',
    'docs/limits.md',
    'deploy/container/healthcheck.mjs',
  ]
  expect(ignored.filter((file) => !isIgnored(file))).toEqual([])
  expect(kept.filter(isIgnored)).toEqual([])
  expect(() => readIgnored('!kept')).toThrow('!kept')
})
