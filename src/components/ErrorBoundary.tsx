import { Component, type ReactNode } from "react";

type Props = {
  /** Renders the replacement for children that failed: a missing script, a refused query, or a bug. */
  fallback: (error: unknown) => ReactNode;
  /** When this changes, the children are rendered again. */
  resetOn?: string;
  children: ReactNode;
};
type State = { failure: { error: unknown } | null; resetOn: string | undefined };

/** Limits a failure to the part of the screen where it happened. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, resetOn: this.props.resetOn };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ resetOn }: Props, state: State): State | null {
    return resetOn === state.resetOn ? null : { failure: null, resetOn };
  }

  override render(): ReactNode {
    return this.state.failure === null ? this.props.children : this.props.fallback(this.state.failure.error);
  }
}
