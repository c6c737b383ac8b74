/** Whether the page is connected, and what waits to be sent. */
import { useConnection, useOutbox } from '../../data/hooks.ts'

const count = (changes: number): string => `${changes} ${changes === 1 ? 'change' : 'changes'}`

export function ConnectionStatus() {
  const connection = useConnection()
  const { unsent, isOffline, isLimited } = useOutbox()
  const isDown = isOffline || connection === 'offline'
  const text = isDown
    ? `Offline. ${count(unsent)} pending`
    : unsent > 0
      ? `Saving ${count(unsent)}`
      : connection === 'connecting'
        ? 'Connecting'
        : 'Connected'
  return (
    <p className="connection" data-state={isDown ? 'offline' : connection}>
      <span className="connection-dot" aria-hidden="true" />
      <span role="status" aria-label="Connection">
        {text}
      </span>
      {isLimited ? <span>The server limits requests. Waiting.</span> : null}
    </p>
  )
}
