// Replaced by the JSON reader and writer.
