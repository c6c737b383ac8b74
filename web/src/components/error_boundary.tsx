/** Keeps an error in one part of the page from taking the rest with it. */
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface State {
  readonly error: Error | undefined
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return (
      <div className="problem" role="alert">
        <p>Something went wrong here.</p>
        <Button onPress={() => this.setState({ error: undefined })}>Try again</Button>
      </div>
    )
  }
}
