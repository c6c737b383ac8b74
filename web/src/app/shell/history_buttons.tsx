/** Back and forward, as the browser has them: for a window without its own buttons, and next to the content. */
import { useRouter } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../../components/control/icon_button.tsx'

/** What browsers know of the history of a tab; some do not say. */
interface Navigation extends EventTarget {
  readonly canGoBack: boolean
  readonly canGoForward: boolean
}

const { navigation } = globalThis as { navigation?: Navigation }

function subscribe(listener: () => void): () => void {
  navigation?.addEventListener('currententrychange', listener)
  return () => navigation?.removeEventListener('currententrychange', listener)
}

export function HistoryButtons() {
  const { history } = useRouter()
  const canGoBack = useSyncExternalStore(subscribe, () => navigation?.canGoBack ?? true)
  const canGoForward = useSyncExternalStore(subscribe, () => navigation?.canGoForward ?? true)
  return (
    <span className="history-buttons">
      <IconButton icon={ArrowLeft} label="Back" isDisabled={!canGoBack} onPress={() => history.back()} />
      <IconButton icon={ArrowRight} label="Forward" isDisabled={!canGoForward} onPress={() => history.forward()} />
    </span>
  )
}
