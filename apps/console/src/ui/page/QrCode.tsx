import { encode } from 'uqr'

/** The width of the empty border that scanners need around the code, in modules. */
const BORDER = 4

interface QrCodeProps {
  readonly text: string
  /** Accessible name: the target of the code. */
  readonly label: string
  readonly className: string | undefined
}

/** Draws a code to scan, dark on white in every theme, because scanners may not read the inverse. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
