/**
 * @file Writes the lists of docs/runbook.md: the incidents as the console explains them, and the alerts of
 * deploy/monitoring/alerts.yaml. With `--check` it writes nothing, and fails when the page differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { monitoring } from '../apps/console/src/texts/default/monitoring.ts'

const PAGE = 'docs/runbook.md'
const ALERTS = 'deploy/monitoring/alerts.yaml'

/** Help about states that are no incidents. */
const NO_INCIDENTS = new Set(['muted', 'other'])

function incidentLines({ means, act }) {
  const codes = Object.keys(means).filter((code) => !NO_INCIDENTS.has(code))
  return codes.map((code) => `- **${code}**: ${means[code]} *${act[code]}*`)
}

/** Lists the alerts, without the names that Prometheus fills in. */
function alertLines(text) {
  const alerts = text.matchAll(/- alert: (\w+)\n[\s\S]*?severity: (\w+)[\s\S]*?summary: (.*)\n\s*fix: (.*)/g)
  return [...alerts].map(([, name, severity, summary, fix]) => {
    const plain = summary
      .replace(/ (?:on|of|at) \{\{ \$labels\.instance \}\}/, '')
      .replace(/,? ?\{\{ \$labels\.(\w+) \}\}/, ' *$1*')
    return `- **${name}** (${severity}): ${plain}. *${fix}*`
  })
}

function withList(page, name, lines) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [before, rest] = page.split(`${begin}\n`)
  const [, after] = rest.split(end)
  return `${before}${begin}\n\n${lines.join('\n')}\n\n${end}${after}`
}

const page = readFileSync(PAGE, 'utf8')
const incidents = incidentLines(monitoring.healthHelp)
const alerts = alertLines(readFileSync(ALERTS, 'utf8'))
const wanted = withList(withList(page, 'incidents', incidents), 'alerts', alerts)
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, wanted)
} else if (page !== wanted) {
  process.stderr.write(`${PAGE} differs from the console's texts or ${ALERTS}: run node scripts/runbookPage.mjs\n`)
  process.exitCode = 1
}
