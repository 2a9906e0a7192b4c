/** @file The house's own rules for oxlint. */
import { declared } from './declared.mjs'
import { longFiles } from './longFiles.mjs'
import { reasons } from './reasons.mjs'
import { rooms } from './rooms.mjs'
import { verbs } from './verbs.mjs'
import { wirePaths } from './wirePaths.mjs'

export default {
  meta: { name: 'house' },
  rules: { rooms, declared, 'long-files': longFiles, reasons, verbs, 'wire-paths': wirePaths },
}
