import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { environmentWith, findNode, NODE_MAJOR } from './node24.mjs'

test('the Node that is found starts and is new enough', () => {
  const { stdout } = spawnSync(findNode(), ['--version'], { encoding: 'utf8' })
  expect(Number.parseInt(stdout.slice(1), 10)).toBeGreaterThanOrEqual(NODE_MAJOR)
})

test('in its environment `node` is that one, whatever the search path said before', () => {
  const env = environmentWith(findNode())
  const { stdout } = spawnSync('node', ['-p', 'process.versions.node'], { env, encoding: 'utf8' })
  expect(Number.parseInt(stdout, 10)).toBeGreaterThanOrEqual(NODE_MAJOR)
})
