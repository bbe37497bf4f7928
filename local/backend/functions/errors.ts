/** An error as it crosses threads and sockets. `data` is JSON text, present only for a ConvexError. */
export interface SerializedError {
  message: string;
  data?: string;
}
